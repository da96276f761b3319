/** What a check found. A warning can wait; a problem stops the service or endangers money. */
export interface Diagnosis {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'problem';
  readonly found: string;
  /** What to do about it; null when all is well. */
  readonly mend: string | null;
}

export function well(check: string, found: string): Diagnosis {
  return { check, result: 'ok', found, mend: null };
}

export function warning(check: string, found: string, mend: string): Diagnosis {
  return { check, result: 'warning', found, mend };
}

export function problem(check: string, found: string, mend: string): Diagnosis {
  return { check, result: 'problem', found, mend };
}
