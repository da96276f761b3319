import type { CreatedApiKey } from '../access/api-keys.ts';
import type { AnswerRecord } from './record.ts';

/** A key that was just made, with its text (interface-decisions.md section 10). */
export function createdKeyRecord(key: CreatedApiKey): AnswerRecord {
  return {
    api_key_id: key.apiKeyId,
    api_key: key.apiKey,
    client_id: key.clientId,
    mode: key.mode,
    permissions: key.permissions,
  };
}

/** What a person must know about the text of a key. */
export const shownOnce = 'Keep the key now: its text is stored nowhere and cannot be shown again.';
