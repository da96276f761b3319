/** The database cannot be had. The message is one line for the person who starts the program: what is wrong, what to do. */
export class DatabaseNotStarted extends Error {
  override readonly name: string = 'DatabaseNotStarted';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** Says what a failed file operation means for the person who starts the program. */
export function explainFileError(error: unknown, path: string): DatabaseNotStarted {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const advice: Record<string, string> = {
    EACCES: 'this user may not write there; give it the right, or choose another folder with NSIMBI_DATA_DIR',
    EPERM: 'this user may not write there; give it the right, or choose another folder with NSIMBI_DATA_DIR',
    EROFS: 'the file system is read-only; choose another folder with NSIMBI_DATA_DIR',
    ENOSPC: 'the disk is full; make room, or choose a folder on another disk with NSIMBI_DATA_DIR',
    EDQUOT: 'the disk quota is used up; make room, or choose a folder on another disk with NSIMBI_DATA_DIR',
    ENOTDIR: 'a part of the path is a file; choose another folder with NSIMBI_DATA_DIR',
    EEXIST: 'a file is in the way; choose another folder with NSIMBI_DATA_DIR',
  };
  const text = advice[code] ?? (error instanceof Error ? error.message : String(error));
  return new DatabaseNotStarted(`cannot use ${path}: ${text}`, { cause: error });
}
