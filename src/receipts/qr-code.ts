import { encode } from 'uqr';
import type { IssuedReceipt } from './read-receipt-of.ts';
import { qrTextOf } from './verify/qr-text.ts';

/** A QR code as its dark modules: runs of them in each row, lengths in modules. */
export interface QrCode {
  /** Width and height, with the light border that a reader needs. */
  readonly size: number;
  readonly runs: readonly { readonly x: number; readonly y: number; readonly length: number }[];
}

/** Four light modules around the code (ISO/IEC 18004 section 9.1). */
const border = 4;

/** The QR code of a receipt; null when it is not proven. Pure. */
export function receiptQrCode(receipt: IssuedReceipt): QrCode | null {
  const text = qrTextOf(receipt);
  if (text === null) return null;
  const { data, size } = encode(text, { ecc: 'L', border });
  const runs = data.flatMap((row, y) => {
    const found: { x: number; y: number; length: number }[] = [];
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x += 1;
      found.push({ x: start, y, length: x - start + 1 });
    }
    return found;
  });
  return { size, runs };
}
