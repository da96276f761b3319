import { expect, test } from 'vitest';
import { reachOfSettings } from './reach-of-settings.ts';

test.each([
  { host: '127.0.0.1', webhookAllowLoopback: null, allowed: true },
  { host: '127.8.0.1', webhookAllowLoopback: null, allowed: true },
  { host: '::1', webhookAllowLoopback: null, allowed: true },
  { host: 'localhost', webhookAllowLoopback: null, allowed: true },
  { host: '0.0.0.0', webhookAllowLoopback: null, allowed: false },
  { host: '::', webhookAllowLoopback: null, allowed: false },
  { host: '192.168.1.5', webhookAllowLoopback: null, allowed: false },
  { host: 'pay.example.com', webhookAllowLoopback: null, allowed: false },
  { host: '0.0.0.0', webhookAllowLoopback: true, allowed: true },
  { host: '127.0.0.1', webhookAllowLoopback: false, allowed: false },
])('HOST $host, NSIMBI_WEBHOOK_ALLOW_LOOPBACK $webhookAllowLoopback: loopback allowed in test mode $allowed', (row) => {
  const reach = reachOfSettings({ ...row, webhookAllowedNetworks: ['10.9.0.0/16'] });
  expect(reach.mayReach('127.0.0.1', 'test')).toBe(row.allowed);
  expect(reach.mayReach('127.0.0.1', 'live')).toBe(false);
  expect(reach.mayReach('10.9.1.1', 'live')).toBe(true);
});
