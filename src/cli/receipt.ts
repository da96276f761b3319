import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { nodePrimitives } from '../receipts/node-primitives.ts';
import { receiptOperations } from '../receipts/operations.ts';
import { readReceipt } from '../receipts/verify/read-receipt.ts';
import { type Receipt, UnreadableReceipt } from '../receipts/verify/receipt.ts';
import { type Verdict, verifyReceipt } from '../receipts/verify/verify-receipt.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { fieldLines } from './record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi receipt */
export function receiptCommands(cli: Cli) {
  return newGroup('receipt', 'Receipts.', [receiptVerify(cli)]);
}

/** nsimbi receipt verify */
function receiptVerify(cli: Cli) {
  return newCommand(
    'verify',
    'Verify a receipt: JSON, PDF, or the digits of its QR code. Exits with 1 unless it is valid. With --key it needs no database.',
  )
    .argument('<file>', 'the file, or - for standard input')
    .option('--key <key...>', 'trust these public keys in base64 (default: those of this installation)', keyList)
    .action(async (file, { json, key }) => {
      const receipt = receiptIn(file === '-' ? Buffer.from(await text(process.stdin)) : await contentOf(file));
      const trusted =
        key ?? (await withDatabase(cli, ({ records }) => receiptOperations(records).trustedKeys(), 'nsimbi_reader'));
      const verdict = verifyReceipt(receipt, trusted, nodePrimitives);
      if (verdict.result !== 'valid') cli.exitCode = 1;
      if (json === true) cli.show(json, { ...verdict });
      else for (const line of linesOf(verdict)) cli.output.print(line);
    });
}

function keyList(key: string, before: readonly string[] | undefined): readonly string[] {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key))
    throw new InvalidArgumentError('a public key is 32 bytes in base64, 44 characters.');
  return [...(before ?? []), key];
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandRefused(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function receiptIn(bytes: Buffer): Receipt {
  try {
    return readReceipt(bytes);
  } catch (error) {
    if (error instanceof UnreadableReceipt) throw new CommandRefused(`this is no receipt: ${error.message}`);
    throw error;
  }
}

function linesOf(verdict: Verdict): readonly string[] {
  switch (verdict.result) {
    case 'valid':
      return [
        `Valid: proven by round ${verdict.round.number}, signed ${verdict.round.signed_at} with the key ${verdict.round.key_id}.`,
        ...fieldLines(verdict.values),
      ];
    case 'altered':
      return ['Altered:', ...verdict.alterations.map(({ place, sentence }) => `${place}: ${sentence}`)];
    case 'not_proven':
      return [
        'Not yet proven: nothing confirms these values. Ask for the receipt again later.',
        ...fieldLines(verdict.values),
      ];
    case 'unknown_key':
      return [
        `Signed by an unknown key, ${verdict.round.key_id}: anybody can make such a receipt.`,
        ...fieldLines(verdict.values),
      ];
  }
}
