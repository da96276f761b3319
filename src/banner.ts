import type { Welcome } from './first-start.ts';

/**
 * What a person sees when the service is ready: where it is, and a line that works when it is pasted. The administrator's
 * password is told once: it opens live mode too, and it may have been changed since.
 */
export function banner(baseUrl: string, welcome: Welcome | null): string {
  const lines = ['', `Nsimbi is ready at ${baseUrl}`, `Reference of the API: ${baseUrl}/docs`];
  if (welcome !== null) {
    const { credentials, isFirst, file } = welcome;
    const { email, password } = credentials.dashboard;
    const signIn = isFirst ? `${email}, password ${password}` : `${email}; its first password is in ${file}`;
    lines.push(
      '',
      `Dashboard: ${baseUrl}  (${signIn})`,
      '',
      'Send test money:',
      `curl -s ${baseUrl}/api/v1/wallet/send-money -H 'Authorization: Bearer ${credentials.api_key}' ` +
        `-H 'Content-Type: application/json' -d '{"recipient_phone":"256770000001","amount":5000}'`,
    );
  }
  return `${lines.join('\n')}\n`;
}
