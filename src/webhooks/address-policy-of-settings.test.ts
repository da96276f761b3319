import { expect, test } from 'vitest';
import { addressPolicyOfSettings } from './address-policy-of-settings.ts';

test.each([
  { host: '127.0.0.1', publicUrl: null, webhookAllowLoopback: null, allowed: true },
  { host: '127.8.0.1', publicUrl: null, webhookAllowLoopback: null, allowed: true },
  { host: '::1', publicUrl: null, webhookAllowLoopback: null, allowed: true },
  { host: 'localhost', publicUrl: null, webhookAllowLoopback: null, allowed: true },
  { host: '0.0.0.0', publicUrl: null, webhookAllowLoopback: null, allowed: false },
  { host: '::', publicUrl: null, webhookAllowLoopback: null, allowed: false },
  { host: '192.168.1.5', publicUrl: null, webhookAllowLoopback: null, allowed: false },
  { host: 'pay.example.com', publicUrl: null, webhookAllowLoopback: null, allowed: false },
  { host: '0.0.0.0', publicUrl: null, webhookAllowLoopback: true, allowed: true },
  { host: '127.0.0.1', publicUrl: null, webhookAllowLoopback: false, allowed: false },
  { host: '127.0.0.1', publicUrl: 'https://pay.example.ug', webhookAllowLoopback: null, allowed: false },
  { host: '::1', publicUrl: 'http://127.0.0.1:4000', webhookAllowLoopback: null, allowed: false },
  { host: '127.0.0.1', publicUrl: 'https://pay.example.ug', webhookAllowLoopback: true, allowed: true },
])(
  'HOST $host, NSIMBI_PUBLIC_URL $publicUrl, NSIMBI_WEBHOOK_ALLOW_LOOPBACK $webhookAllowLoopback: loopback allowed in test mode $allowed',
  (row) => {
    const addressPolicy = addressPolicyOfSettings({ ...row, webhookAllowedNetworks: ['10.9.0.0/16'] });
    expect(addressPolicy.mayReach('127.0.0.1', 'test')).toBe(row.allowed);
    expect(addressPolicy.mayReach('127.0.0.1', 'live')).toBe(false);
    expect(addressPolicy.mayReach('10.9.1.1', 'live')).toBe(true);
    expect(addressPolicy.urlProblem('http://example.com/hooks', 'test') === null).toBe(row.allowed);
  },
);
