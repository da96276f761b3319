import { Button, Drawer, Stack, Text } from '@mantine/core';
import type { AuditAct } from '../../../../../../src/http/dashboard/schemas/audit-log.ts';
import { Fact } from '../../../components/fact.tsx';
import { JsonView } from '../../../components/json-view.tsx';
import { When } from '../../../components/when.tsx';
import classes from './act.module.css';

/** Who acted, and for whom. */
export function ActorOf({ act }: { readonly act: AuditAct }) {
  return (
    <div className={classes.actor}>
      {act.actor}
      {act.on_behalf_of === null ? null : (
        <Text c="dimmed" size="sm">
          for {act.on_behalf_of}
        </Text>
      )}
    </div>
  );
}

/** From where, and in which session; the same text as in a person's list of sessions. */
export function PlaceOf({ act }: { readonly act: AuditAct }) {
  return (
    <>
      {act.address}
      {act.session === null ? null : (
        <Text c="dimmed" size="sm" ff="monospace">
          {act.session}
        </Text>
      )}
    </>
  );
}

/** Opens the details of an act. */
export function ShowAct({ act, onShow }: { readonly act: AuditAct; readonly onShow: (act: AuditAct) => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() => onShow(act)}
      aria-label={`Show details of ${act.action} by ${act.actor}`}
    >
      Show
    </Button>
  );
}

/** Everything about one act, beside the list. */
export function ActDrawer({ act, onClose }: { readonly act: AuditAct | null; readonly onClose: () => void }) {
  return (
    <Drawer
      opened={act !== null}
      onClose={onClose}
      position="right"
      title={act?.action ?? 'Action'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {act === null ? null : <Act act={act} />}
    </Drawer>
  );
}

function Act({ act }: { readonly act: AuditAct }) {
  return (
    <Stack gap="sm">
      <Fact label="Time">
        <When at={act.at} />
      </Fact>
      <Fact label="Actor">{act.actor}</Fact>
      {act.on_behalf_of === null ? null : <Fact label="On behalf of">{act.on_behalf_of}</Fact>}
      {act.address === null ? null : <Fact label="Address">{act.address}</Fact>}
      {act.session === null ? null : <Fact label="Session">{act.session}</Fact>}
      {act.sentence === null ? null : <Fact label="Action">{act.sentence}</Fact>}
      <Fact label="Object">{act.subject}</Fact>
      <Fact label="Number">{act.id}</Fact>
      {act.shown === null ? null : <Block label="Shown before the decision" value={act.shown} />}
      <Block label="Details" value={act.details} />
    </Stack>
  );
}

function Block({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <div>
      <Text c="dimmed" mb={4}>
        {label}
      </Text>
      <JsonView value={value} label={label} />
    </div>
  );
}
