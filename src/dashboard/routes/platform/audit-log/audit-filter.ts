import { Type } from 'typebox';
import type { AuditFilter } from '../../../../access/read-audit-log.ts';

export const moment = (description: string) =>
  Type.String({ format: 'date-time', description, sentence: 'The time must be written like 2026-11-21T00:00:00Z.' });

/** What somebody looks for in the audit log. */
export const auditFilter = {
  actor: Type.Optional(Type.String({ maxLength: 254, description: 'Who: an email address, or cli: and a name.' })),
  action: Type.Optional(Type.String({ maxLength: 120, description: 'What, such as wallet.frozen.' })),
  subject: Type.Optional(
    Type.String({ maxLength: 254, description: 'To what: client 7 finds client 7 live and client 7 test too.' }),
  ),
  from: Type.Optional(moment('From this time on.')),
  to: Type.Optional(moment('Before this time.')),
};

export function auditFilterOf(query: {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
}): AuditFilter {
  return {
    actor: textOf(query.actor),
    action: textOf(query.action),
    subject: textOf(query.subject),
    fromMs: query.from === undefined ? null : Date.parse(query.from),
    toMs: query.to === undefined ? null : Date.parse(query.to),
  };
}

/** An empty field of a form looks for nothing. */
function textOf(given: string | undefined): string | null {
  const text = given?.trim() ?? '';
  return text === '' ? null : text;
}
