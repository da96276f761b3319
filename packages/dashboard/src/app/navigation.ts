import {
  type Icon,
  IconActivity,
  IconAddressBook,
  IconArrowDownLeft,
  IconArrowsLeftRight,
  IconArrowUpRight,
  IconBell,
  IconBook,
  IconBook2,
  IconBuildingBank,
  IconBuildingStore,
  IconCheckbox,
  IconClipboardCheck,
  IconClock,
  IconCode,
  IconDeviceMobile,
  IconFileDiff,
  IconFileText,
  IconHistory,
  IconHome,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconPercentage,
  IconScale,
  IconSend,
  IconStack2,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWebhookOff,
  IconZoomQuestion,
} from '@tabler/icons-react';
import {
  type ClientRight,
  type Me,
  type Mode,
  mayOnPlatform,
  mayWithClient,
  type PlatformRight,
} from '../api/session.ts';
import type { OpenClient } from './last-desk.ts';

export interface Entry<Right> {
  readonly label: string;
  readonly icon: Icon;
  /** Below the client and mode, or below /platform. */
  readonly path: string;
  /** Who may do this sees the entry. */
  readonly right: Right;
  /** The only mode that has this. */
  readonly onlyIn?: Mode;
  /** Whether how much waits for a second person stands beside it. */
  readonly isCounted?: true;
}

export interface Group<Right> {
  /** Null for the entries on top, which need no heading. */
  readonly label: string | null;
  readonly entries: readonly Entry<Right>[];
}

/** What a client's people find at the side. */
export const clientNavigation: readonly Group<ClientRight>[] = [
  {
    label: null,
    entries: [
      { label: 'Home', icon: IconHome, path: '', right: 'home.read' },
      { label: 'Transactions', icon: IconArrowsLeftRight, path: '/transactions', right: 'transactions.read' },
      { label: 'Approvals', icon: IconCheckbox, path: '/approvals', right: 'approvals.read', isCounted: true },
      { label: 'Statements', icon: IconFileText, path: '/statements', right: 'transactions.read' },
    ],
  },
  {
    label: 'Move money',
    entries: [
      { label: 'Send', icon: IconSend, path: '/send', right: 'money.move' },
      { label: 'Withdraw', icon: IconArrowUpRight, path: '/withdraw', right: 'money.move' },
      { label: 'Collect', icon: IconArrowDownLeft, path: '/collect', right: 'money.move' },
      { label: 'Recipients', icon: IconAddressBook, path: '/recipients', right: 'money.move' },
      { label: 'Bulk payouts', icon: IconStack2, path: '/bulk-payouts', right: 'transactions.read' },
      { label: 'Handset', icon: IconDeviceMobile, path: '/handset', right: 'handset.use', onlyIn: 'test' },
    ],
  },
  {
    label: 'Developers',
    entries: [
      { label: 'Quick start', icon: IconCode, path: '/quick-start', right: 'keys.read' },
      { label: 'Guides', icon: IconBook, path: '/guides', right: 'keys.read' },
      { label: 'API keys', icon: IconKey, path: '/keys', right: 'keys.read' },
      { label: 'Webhooks', icon: IconWebhook, path: '/webhooks', right: 'webhooks.read' },
      { label: 'Events', icon: IconActivity, path: '/events', right: 'events.read' },
      { label: 'Requests', icon: IconListDetails, path: '/requests', right: 'requests.read' },
    ],
  },
  {
    label: 'Settings',
    entries: [
      { label: 'Business', icon: IconBuildingStore, path: '/settings', right: 'settings.read' },
      { label: 'Team', icon: IconUsers, path: '/team', right: 'team.read' },
      { label: 'Notifications', icon: IconBell, path: '/notifications', right: 'notifications.read' },
    ],
  },
];

/** What the people of the platform find below it. */
export const platformNavigation: readonly Group<PlatformRight>[] = [
  {
    label: 'Platform',
    entries: [
      { label: 'Overview', icon: IconLayoutDashboard, path: '', right: 'platform_home.read' },
      { label: 'Waiting', icon: IconClock, path: '/waiting', right: 'proposals.read', isCounted: true },
      { label: 'Clients', icon: IconBuildingStore, path: '/clients', right: 'clients.read' },
      { label: 'Proposals', icon: IconFileDiff, path: '/proposals', right: 'proposals.read' },
      { label: 'Corrections', icon: IconClipboardCheck, path: '/approvals', right: 'adjustments.read' },
      { label: 'Fees', icon: IconPercentage, path: '/fees', right: 'fees.read' },
      { label: 'Reviews', icon: IconZoomQuestion, path: '/reviews', right: 'reviews.read' },
      { label: 'Operators', icon: IconBuildingBank, path: '/operators', right: 'operators.read' },
      { label: 'Reconciliation', icon: IconScale, path: '/reconciliation', right: 'reconciliation.read' },
      { label: 'Ledger', icon: IconBook2, path: '/ledger', right: 'ledger.read' },
      { label: 'Disabled webhooks', icon: IconWebhookOff, path: '/webhooks', right: 'disabled_webhooks.read' },
      { label: 'People', icon: IconUsersGroup, path: '/people', right: 'people.read' },
      { label: 'Audit log', icon: IconHistory, path: '/audit-log', right: 'audit_log.read' },
      { label: 'Go live', icon: IconListCheck, path: '/go-live', right: 'live_readiness.read' },
      { label: 'Notifications', icon: IconBell, path: '/notifications', right: 'platform_notifications.choose' },
    ],
  },
];

/** The groups of a client that this person may open. Pure. */
export function groupsOfClient(me: Me, { clientId, mode }: OpenClient): readonly Group<ClientRight>[] {
  return shownGroups(
    clientNavigation,
    ({ right, onlyIn }) => (onlyIn === undefined || onlyIn === mode) && mayWithClient(me, clientId, mode, right),
  );
}

/** The groups of the platform that this person may open. Pure. */
export function groupsOfPlatform(me: Me): readonly Group<PlatformRight>[] {
  return shownGroups(platformNavigation, ({ right }) => mayOnPlatform(me, right));
}

/** What the bar at the lower end of a phone has, in its order. */
const clientBarPaths = ['', '/transactions', '/send', '/collect', '/approvals'];
const platformBarPaths = ['', '/waiting', '/clients', '/reviews', '/operators'];

/** The entries of the bar: those of the client, or of the platform, that this person may open. Pure. */
export function barEntries(me: Me, openClient: OpenClient | null): readonly Entry<unknown>[] {
  const [groups, paths]: [readonly Group<unknown>[], readonly string[]] =
    openClient === null ? [groupsOfPlatform(me), platformBarPaths] : [groupsOfClient(me, openClient), clientBarPaths];
  const entries = groups.flatMap((group) => group.entries);
  return paths.flatMap((path) => entries.filter((entry) => entry.path === path));
}

/** The groups with the entries that `isShown` lets through; a group without any is left out. */
function shownGroups<Right>(
  groups: readonly Group<Right>[],
  isShown: (entry: Entry<Right>) => boolean,
): readonly Group<Right>[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(isShown) }))
    .filter((group) => group.entries.length > 0);
}
