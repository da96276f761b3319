/** The pieces of text of a PDF without compression, in the order in which they were written. */
export function pdfTexts(pdf: Buffer): string[] {
  const texts: string[] = [];
  for (const [, shown = ''] of pdf.toString('latin1').matchAll(/\[(<[^\]]*)\] TJ/g)) {
    const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, part]) => part).join('');
    texts.push(Buffer.from(hex, 'hex').toString('latin1'));
  }
  return texts;
}
