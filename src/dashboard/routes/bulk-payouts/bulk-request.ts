import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { bodyMayTake } from '../../../http/slow-body.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import { clientParams } from '../../api.ts';

/** Enough for 10,000 rows with long descriptions. */
export const bulkBodyBytesMax = 4 * 1024 * 1024;

export const csvText = Type.String({
  minLength: 1,
  maxLength: 3_500_000,
  description: 'Rows of phone, amount and description, with a header or without; at most 10,000.',
  examples: ['phone,amount,description\n256770000001,50000,Wages for March\n'],
});

/** A larger body is refused with its own bound; elsewhere the bound is smaller. */
async function refuseLargeFile(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) <= bulkBodyBytesMax) return;
  throw new Refusal('body_too_large', `The file is larger than ${bulkBodyBytesMax / 1024 / 1024} MiB; split it.`);
}

/** What a route for a file does before it is read: a large one is refused, and a slow line has five minutes. */
export const beforeFile = [refuseLargeFile, bodyMayTake(300_000)];

export const bulkParams = Type.Object({
  ...clientParams,
  bulkPayoutId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
