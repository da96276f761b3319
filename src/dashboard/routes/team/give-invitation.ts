import type { Desk } from '../../desk.ts';
import type { GivenLink, PasswordLinks } from '../../people/password-links.ts';
import type { KnownPerson } from '../../people/people.ts';
import { mayAtPlatform } from '../../people/rights.ts';

/**
 * Gives somebody of a team, who has no password yet, a link to set one. Without a mail server the link is handed to the
 * inviter, who could use it in the person's place: where the person is let in elsewhere as well, at another client or as
 * staff, only those who may do that to everybody get it, and a link that somebody elsewhere has ends.
 */
export async function giveInvitation(
  passwordLinks: PasswordLinks,
  person: KnownPerson,
  { memberships, client }: Pick<Desk, 'memberships' | 'client'>,
  clientName: string,
): Promise<GivenLink & { readonly message: string }> {
  const isOnlyHere =
    person.platformRole === null && person.clients.every(({ clientId }) => clientId === client?.caller.clientId);
  if (!isOnlyHere && !passwordLinks.areMailed && !mayAtPlatform(memberships.platformRole, 'people.write')) {
    await passwordLinks.end(person);
    return {
      message: 'They are invited elsewhere too; ask an administrator of the service for their link.',
      link: null,
    };
  }
  const { link } = await passwordLinks.invite(person, clientName);
  const message = link === null ? 'The invitation is on its way.' : 'Give them this link to set a password.';
  return { message, link };
}
