import { expect, test } from 'vitest';
import { type Archiver, restorablePoint, type StanzaInfo } from './restorable-point.ts';

const noonMs = Date.parse('2026-11-25T12:00:00Z');
const minuteMs = 60_000;

const stanza: StanzaInfo = {
  name: 'nsimbi',
  status: { code: 0, message: 'ok' },
  backup: [
    { label: '20261124-013000F', error: false, timestamp: { start: 0, stop: noonMs / 1_000 - 86_400 } },
    { label: '20261125-013000F', error: false, timestamp: { start: 0, stop: noonMs / 1_000 - 36_000 } },
  ],
  archive: [{ id: '15-1', min: '000000010000000000000001', max: '0000000200000000000003FF' }],
};
const archiver: Archiver = {
  nowMs: noonMs,
  walSegmentBytes: 4 * 2 ** 20,
  currentSegment: '000000020000000100000000',
  archived: { file: '0000000200000000000003FF', atMs: noonMs - minuteMs },
};

test('the newest archived segment is the latest point when the repository has it', () => {
  expect(restorablePoint(stanza, archiver)).toEqual({
    is: 'restorable',
    untilMs: noonMs - minuteMs,
    ageMs: minuteMs,
    // With segments of 4 MiB 3FF is the last of its log file, and the next one is 0 of the next.
    segmentsBehind: 0,
    lastBackup: '20261125-013000F',
  });
});

test('complete segments that wait for the archive are counted', () => {
  const behind = { ...archiver, currentSegment: '000000020000000100000008' };
  expect(restorablePoint(stanza, behind)).toMatchObject({ segmentsBehind: 8 });
});

test.each([
  ['the repository does not have the segment', { file: '000000020000000100000000', atMs: noonMs }],
  ['the repository has it of another timeline only', { file: '000000030000000000000001', atMs: noonMs }],
  ['the last file was the history of a timeline', { file: '00000003.history', atMs: noonMs }],
  ['nothing was archived since the failover', null],
])('the newest backup is the latest point when %s', (_why, archived) => {
  expect(restorablePoint(stanza, { ...archiver, archived })).toMatchObject({
    untilMs: noonMs - 36_000_000,
    ageMs: 36_000_000,
    segmentsBehind: null,
  });
});

test('a backup with damaged pages does not count', () => {
  const backup = stanza.backup.map((one) => ({ ...one, error: true }));
  expect(restorablePoint({ ...stanza, backup }, archiver)).toEqual({
    is: 'nothing',
    why: 'stanza nsimbi has no usable backup (ok)',
  });
});

test('a point in the future of the server has the age 0', () => {
  const ahead = { ...archiver, archived: { file: '0000000200000000000003FF', atMs: noonMs + minuteMs } };
  expect(restorablePoint(stanza, ahead)).toMatchObject({ ageMs: 0 });
});
