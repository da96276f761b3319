/** A stanza in the output of `pgbackrest info --output=json`, as far as it is read here (pgBackRest 2.45, command reference, "info"). */
export interface StanzaInfo {
  readonly name: string;
  readonly status: { readonly code: number; readonly message: string };
  readonly backup: readonly {
    readonly label: string;
    /** Whether pages with a wrong checksum were found. */
    readonly error?: boolean | null;
    /** In seconds since 1970. */
    readonly timestamp: { readonly start: number; readonly stop: number };
  }[];
  /** The oldest and newest WAL segment of each database version; null where there is none. */
  readonly archive: readonly { readonly id: string; readonly min: string | null; readonly max: string | null }[];
}

/** What the primary says about its WAL and the archiving of it. */
export interface Archiver {
  /** In milliseconds since 1970, of the server's clock, as all times here. */
  readonly nowMs: number;
  readonly walSegmentBytes: number;
  readonly currentSegment: string;
  /** The last file that was archived, and when; null when none was since the server became the primary. */
  readonly archived: { readonly file: string; readonly atMs: number } | null;
}

/** To which time the database can be restored. */
export type RestorablePoint =
  | {
      readonly is: 'restorable';
      readonly untilMs: number;
      readonly ageMs: number;
      /** Complete segments that are not archived yet; null when the archive does not show it. */
      readonly segmentsBehind: number | null;
      readonly lastBackup: string;
    }
  | { readonly is: 'nothing'; readonly why: string };

const segmentName = /^[0-9A-F]{24}$/;

/**
 * The latest time to which a stanza can be restored. This is when the newest segment was archived, if the repository has it; else, as
 * after a failover until the new primary has archived something, the end of the newest usable backup.
 */
export function restorablePoint(stanza: StanzaInfo, archiver: Archiver): RestorablePoint {
  const usable = stanza.backup.filter(({ error }) => error !== true);
  const newest = usable.reduce<(typeof usable)[number] | undefined>(
    (best, one) => (best === undefined || one.timestamp.stop > best.timestamp.stop ? one : best),
    undefined,
  );
  if (newest === undefined) {
    return { is: 'nothing', why: `stanza ${stanza.name} has no usable backup (${stanza.status.message})` };
  }
  const backupMs = newest.timestamp.stop * 1_000;
  const archived = archivedInRepository(stanza, archiver);
  const untilMs = archived === null ? backupMs : Math.max(backupMs, archived.atMs);
  return {
    is: 'restorable',
    untilMs,
    ageMs: Math.max(0, archiver.nowMs - untilMs),
    segmentsBehind:
      archived === null ? null : segmentsBetween(archived.file, archiver.currentSegment, archiver.walSegmentBytes),
    lastBackup: newest.label,
  };
}

/** The archiver's last segment, if the repository has it or a newer one of that timeline. */
function archivedInRepository(stanza: StanzaInfo, { archived }: Archiver): Archiver['archived'] {
  if (archived === null || !segmentName.test(archived.file)) return null;
  const has = stanza.archive.some(
    ({ max }) => max !== null && max.slice(0, 8) === archived.file.slice(0, 8) && max >= archived.file,
  );
  return has ? archived : null;
}

/** How many complete segments are after `last`: the current one is still being written. */
function segmentsBetween(last: string, current: string, segmentBytes: number): number {
  return Math.max(0, numberOf(current, segmentBytes) - numberOf(last, segmentBytes) - 1);
}

/** The number of a segment, counted from the beginning of the WAL: the timeline is no part of it (PostgreSQL's manual, "WAL Internals"). */
function numberOf(segment: string, segmentBytes: number): number {
  const perLog = 2 ** 32 / segmentBytes;
  return Number.parseInt(segment.slice(8, 16), 16) * perLog + Number.parseInt(segment.slice(16), 16);
}
