/** The link that opens the form by which the owner of a client is invited. The team is the same in both modes. Pure. */
export function ownerInvitation(clientId: number) {
  return {
    to: '/clients/$clientId/$mode/team',
    params: { clientId: String(clientId), mode: 'test' },
    search: { invite: 'client_owner' },
  } as const;
}
