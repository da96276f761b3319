import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconFileDescription, IconLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewReceiptLink, ReceiptLinkObject } from '../../../../../src/http/dashboard/schemas/receipts.ts';
import { api, downloadAddress } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { OneTimeDialog } from '../../components/one-time-dialog.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';
import { ReceiptLinkForm } from './receipt-link-form.tsx';
import { Section } from './section.tsx';

/** The receipt of a transaction: downloads, and links by which others can see it. */
export function ReceiptSection({ transactionId }: { readonly transactionId: number }) {
  const context = useStaffContext();
  const queryClient = useQueryClient();
  const queryKey = context.key('receipt-links', transactionId);
  const linksPath = context.path(`/transactions/${transactionId}/receipt-links`);
  const links = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<ReceiptLinkObject[]>(linksPath, { signal }),
  });
  const [sharing, share] = useDisclosure(false);
  const [made, setMade] = useState<NewReceiptLink | null>(null);
  const [revoking, setRevoking] = useState<ReceiptLinkObject | null>(null);
  const reload = () => void queryClient.invalidateQueries({ queryKey });
  const download = (file: string) => downloadAddress(context.path(`/transactions/${transactionId}/${file}`));
  return (
    <Section title="Receipt">
      <Stack gap="sm">
        <Group gap="xs">
          <Button
            component="a"
            href={download('receipt.pdf')}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download PDF
          </Button>
          <Button component="a" href={download('receipt.json')} download variant="default">
            Download JSON
          </Button>
          {context.may('receipts.share') ? (
            <Button variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={share.open}>
              Share a link
            </Button>
          ) : null}
          {context.may('requests.read') ? (
            <Button
              component="a"
              href={download('dispute-pack.pdf')}
              download
              variant="default"
              leftSection={<IconFileDescription size={16} aria-hidden />}
            >
              Dispute pack
            </Button>
          ) : null}
        </Group>
        {(links.data ?? []).map((link) => (
          <LinkLine
            key={link.id}
            link={link}
            revoke={context.may('receipts.share') && link.state === 'working' ? () => setRevoking(link) : null}
          />
        ))}
      </Stack>
      <Modal
        opened={sharing}
        onClose={share.close}
        title="Share this receipt"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ReceiptLinkForm
          path={linksPath}
          onMade={(link) => {
            share.close();
            setMade(link);
            reload();
          }}
        />
      </Modal>
      <OneTimeDialog
        opened={made !== null}
        title="Send this link"
        warning="The link is shown only now. Anyone who has it can see the receipt until it ends or you revoke it."
        onStored={() => setMade(null)}
      >
        <ShownOnce text={made?.url ?? ''} label="Copy the link" />
      </OneTimeDialog>
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title="Revoke this link?"
        confirmLabel="Revoke the link"
        isDangerous
        whenRepeated="happens_once"
        onConfirm={async () => {
          await api.delete(`${linksPath}/${revoking?.id}`);
          reload();
        }}
      >
        <Text>Link {revoking?.id} stops working immediately. This cannot be undone.</Text>
      </ConfirmDialog>
    </Section>
  );
}

const partyText = { full: 'in full', masked: 'masked', hidden: 'hidden' } as const;

function LinkLine({ link, revoke }: { readonly link: ReceiptLinkObject; readonly revoke: (() => void) | null }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Text size="sm">
        Link {link.id} by {link.created_by}: business {partyText[link.business]}, other side{' '}
        {partyText[link.counterparty]}
        {link.show_description ? '' : ', no description'}; until <When at={link.expires_at} />.{' '}
        <StatusBadge status={link.state} tone={link.state === 'working' ? 'good' : 'neutral'} />
      </Text>
      {revoke === null ? null : (
        <Button size="compact-sm" variant="default" onClick={revoke} aria-label={`Revoke link ${link.id}`}>
          Revoke
        </Button>
      )}
    </Group>
  );
}
