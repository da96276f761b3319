import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

/** What OWASP names for argon2id with little memory: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A hash takes a thread of the pool that DNS, files and encryption share, and a core for some 30 ms. One at a time, and at
 * most ten a second, leaves the rest of the machine to payments however many people sign in.
 */
const hashes = new PQueue({ concurrency: 1, interval: 1_000, intervalCap: 10 });

/** The hash of a password as argon2id writes it, salt and cost included. */
export async function hashPassword(password: string): Promise<string> {
  return await hashes.add(() => hash(password.normalize('NFKC'), cost));
}

/** Whether a password is the one that was hashed. */
export async function isPassword({ hash: hashed, password }: { hash: string; password: string }): Promise<boolean> {
  return await hashes.add(() => verify(hashed, password.normalize('NFKC')));
}
