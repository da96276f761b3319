import type { Part } from '../bench.ts';
import { loadCleanly, measuresOf } from '../bench.ts';

/** Half payments, three tenths balances, two tenths histories. */
export const mixed: Part = async (bench) => measuresOf('mixed', await loadCleanly(bench, 'mixed', 15));
