import type { IssuedReceipt } from '../receipts/read-receipt-of.ts';
import type { Issuer } from '../statements/issuer.ts';

/** A receipt as a file for a download. */
export interface ReceiptFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Renders a receipt as JSON, or as PDF with the JSON attached. @param issuer is printed on the PDF. */
export async function receiptFile(
  receipt: IssuedReceipt,
  form: 'json' | 'pdf',
  issuer: Issuer | null,
): Promise<ReceiptFile> {
  const name = `receipt-${receipt.transaction.reference}.${form}`;
  if (form === 'json') {
    return {
      name,
      type: 'application/json; charset=utf-8',
      bytes: Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
    };
  }
  // The PDF library takes 20 MB, so it is loaded with the first PDF.
  const { receiptPdf } = await import('../receipts/receipt-pdf.ts');
  const pieces = receiptPdf(receipt, { madeAtMs: Date.now(), issuer });
  return { name, type: 'application/pdf', bytes: Buffer.concat([...pieces]) };
}
