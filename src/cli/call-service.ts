import { CommandRefused } from './command-refused.ts';
import type { ServiceConnection } from './service-connection.ts';

/** What the service answered, its body as far as a command reads it. */
export interface ServiceAnswer {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The longest that the service itself takes to answer is below this. */
const answerWaitMs = 60_000;

/**
 * Asks a running service; a body makes it a POST.
 * @throws CommandRefused when it cannot be reached, or what answers is no such service.
 */
export async function callService(
  { baseUrl, apiKey }: ServiceConnection,
  path: string,
  body?: object,
): Promise<ServiceAnswer> {
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWaitMs),
    });
  } catch {
    throw new CommandRefused(`${baseUrl} cannot be reached; is the service running?`);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) {
    throw new CommandRefused(`what answers at ${baseUrl} is no Nsimbi service`);
  }
  return {
    status: response.status,
    code: 'code' in answer ? String(answer.code) : null,
    message: String(answer.message),
    data: 'data' in answer && typeof answer.data === 'object' ? { ...answer.data } : {},
  };
}

/** The data of an answer that must be a success. @throws CommandRefused in the service's own words. */
export function dataOf(answer: ServiceAnswer): ServiceAnswer['data'] {
  if (answer.status !== 200) throw new CommandRefused(`the service refuses: ${answer.message}`);
  return answer.data;
}
