import type { Credentials } from './first-start.ts';

/** What a person sees when the service is ready: where it is, and a line that works when it is pasted. */
export function banner(baseUrl: string, credentials: Credentials | null): string {
  const lines = ['', `Nsimbi is ready at ${baseUrl}`, `Reference of the API: ${baseUrl}/docs`];
  if (credentials !== null) {
    lines.push(
      '',
      `Dashboard: ${baseUrl}  (${credentials.dashboard.email}, password ${credentials.dashboard.password})`,
      '',
      'Send test money:',
      `curl -s ${baseUrl}/api/v1/wallet/send-money -H 'Authorization: Bearer ${credentials.api_key}' ` +
        `-H 'Content-Type: application/json' -d '{"recipient_phone":"256770000001","amount":5000}'`,
    );
  }
  return `${lines.join('\n')}\n`;
}
