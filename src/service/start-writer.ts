import { measureWriter } from '../ledger/writer/measure.ts';
import { Writer, type WriterOptions } from '../ledger/writer/writer.ts';
import type { Foundation } from './foundation.ts';

/** Starts the ledger's writer. @param onCommitted hears of each commit. */
export function startWriter(
  { target, metricsRegistry, logger, stopping }: Foundation,
  onCommitted: NonNullable<WriterOptions['onCommitted']>,
): Writer {
  const onBatch = measureWriter(metricsRegistry, () => writer.queueLength);
  const writer: Writer = new Writer({
    target,
    onBatch,
    onError: (error) => logger.error({ err: error }, 'a batch could not be written'),
    onCommitted,
  });
  stopping.add(() => writer.close());
  return writer;
}
