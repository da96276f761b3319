/** The first bytes of an Excel workbook: a ZIP archive, or the format of before 2007. The name of a file says nothing. */
const signatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** Whether a file is to be read as a workbook and not as text. */
export async function isWorkbook(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return signatures.some((signature) => signature.every((byte, index) => start[index] === byte));
}
