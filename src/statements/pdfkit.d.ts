/** What we use of pdfkit, which comes without types. Lengths are in points. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';
  import type { Font } from 'fontkit';

  interface TextOptions {
    readonly lineBreak?: boolean;
  }

  interface AttachedFile {
    readonly name: string;
    readonly type: string;
    readonly description: string;
    readonly relationship: 'Data';
    readonly creationDate: Date;
  }

  class PDFDocument extends Readable {
    constructor(options?: {
      readonly size?: 'A4';
      readonly margin?: number;
      readonly compress?: boolean;
      readonly autoFirstPage?: boolean;
      /** Whether the glyphs of every word are kept until the document ends. */
      readonly fontLayoutCache?: boolean;
      readonly info?: Readonly<Record<string, string | Date>>;
      readonly lang?: string;
    });
    addPage(): this;
    registerFont(name: string, font: Font): this;
    font(name: string): this;
    fontSize(points: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(points: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(color: string): this;
    /** Attaches a file to the document (ISO 32000-2 section 7.11.4). */
    file(bytes: Uint8Array, options: AttachedFile): unknown;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    end(): void;
  }

  export default PDFDocument;
}
