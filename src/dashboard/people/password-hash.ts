import { hash, verify } from '@node-rs/argon2';

/** What OWASP names for argon2id with little memory: 19 MiB, two passes, one lane. Four may be hashed at once. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a password as argon2id writes it, salt and cost included. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password.normalize('NFKC'), cost);
}

/** Whether a password is the one that was hashed. */
export async function isPassword({ hash: hashed, password }: { hash: string; password: string }): Promise<boolean> {
  return await verify(hashed, password.normalize('NFKC'));
}
