import { setTimeout as sleep } from 'node:timers/promises';
import { uniform } from '../../packages/operator-stand-ins/src/faults/uniform.ts';
import { type Answer, type CampaignHttp, type Json, parse } from './client.ts';
import { keyOf, type MoneyOperation, type StaffOperation } from './plan.ts';
import type { Outcome, Records } from './records.ts';
import type { PersonName, Surroundings } from './surroundings.ts';

/** Which ends of a review case two careful persons choose; others would need the operator to do something too. */
const chosenEnds = ['credited', 'charged', 'written_off', 'kept'];
/** Cases about a payment whose result nobody knows: they are ended as the operator says. */
const unknownEndKinds = ['truth_deadline', 'worker_gave_up', 'cannot_be_asked'];
const contradictedKinds = ['late_success', 'late_failure'];

/** The people of a campaign at their work in the dashboard. */
export class Staff {
  readonly #http: CampaignHttp;
  readonly #surroundings: Surroundings;
  readonly #records: Records;
  readonly #seed: number;
  readonly #rolling = new Set<number>();

  constructor(http: CampaignHttp, surroundings: Surroundings, records: Records, seed: number) {
    this.#http = http;
    this.#surroundings = surroundings;
    this.#records = records;
    this.#seed = seed;
  }

  async perform(planned: StaffOperation): Promise<Outcome> {
    switch (planned.kind) {
      case 'adjustment':
        return await this.#adjust(planned);
      case 'bulk_payout':
        return await this.#payInBulk(planned);
      case 'key_roll':
        return await this.#rollKey(planned);
      case 'review':
        return await this.#review(planned);
    }
  }

  /** Approves or rejects a payment that waits, or leaves it to expire. */
  async decide({ n, client, decision }: MoneyOperation, transactionId: number): Promise<void> {
    if (decision === 'expire') return;
    const person: PersonName = n % 2 === 0 ? 'administrator' : 'second';
    const path = `/clients/${this.#clientId(client)}/live/approvals/${transactionId}`;
    // Until it waits no longer: whether an answer that was lost had decided is seen when it is read again.
    for (let tries = 0; tries < 100; tries += 1) {
      const shown = await this.#http.asPerson(person, 'GET', path);
      if (shown?.status === 200) {
        const body = decision === 'approve' ? { shown: parse(shown.text).data.shown } : { reason: 'Not this one' };
        await this.#http.asPerson(person, 'POST', `${path}/${decision}`, body);
      } else if (shown !== null && shown.status < 500 && shown.status !== 401) return;
      else await sleep(300);
    }
  }

  async #adjust({ n, client, description, decision, rows }: StaffOperation): Promise<Outcome> {
    const amount = rows[0]?.amount ?? 0;
    const proposed = await this.#untilFinal(
      'administrator',
      `/platform/clients/${this.#clientId(client)}/live/adjustments`,
      {
        type: amount > 0 && n % 2 === 0 ? 'deposit' : 'adjustment',
        direction: amount > 0 ? 'in' : 'out',
        amount: Math.abs(amount),
        reason: description,
        external_reference: keyOf(this.#seed, n),
      },
      keyOf(this.#seed, n),
    );
    if (proposed === null) return 'unknown';
    if (proposed.status !== 200) return 'refused';
    const { id, digest } = parse(proposed.text).data;
    const decided = await this.#untilFinal('second', `/platform/adjustments/${id}/${decision}`, { digest });
    if (decision === 'reject') return 'refused';
    // A repeat after a lost answer is refused with not_pending, and the booking stands.
    return decided?.status === 200 && parse(decided.text).data.status === 'booked' ? 'acknowledged' : 'unknown';
  }

  async #payInBulk({ n, client, description, decision, rows }: StaffOperation): Promise<Outcome> {
    const path = `/clients/${this.#clientId(client)}/live/bulk-payouts`;
    const phoneOf = (to: MoneyOperation['to']) =>
      'phone' in to ? to.phone : this.#surroundings.saved.clients[to.client]?.phone;
    const lines = rows.map(({ amount, to }, row) => `${phoneOf(to)},${amount},${description.split(' ')[0]} row ${row}`);
    const csv = `phone,amount,description\n${lines.join('\n')}\n`;
    const checked = await this.#untilFinal('owner', `${path}/check`, { csv });
    if (checked === null) return 'unknown';
    if (checked.status !== 200) return 'refused';
    const { total_deducted } = parse(checked.text).data;
    const form = { name: description.slice(0, 100), csv, total_deducted, ask_approval: true };
    const created = await this.#untilFinal('owner', path, form, keyOf(this.#seed, n));
    if (created === null) return 'unknown';
    if (created.status !== 200) return 'refused';
    const { id, row_count } = parse(created.text).data;
    const body = decision === 'approve' ? { row_count, total_deducted } : { reason: 'Not these' };
    const decided = await this.#untilFinal('second', `${path}/${id}/${decision}`, body);
    if (decision === 'reject') return 'refused';
    return decided?.status === 200 ? 'acknowledged' : 'unknown';
  }

  /** The client's program has the new key from now on. When the answer was lost, an administrator makes another. */
  async #rollKey({ client: place, overlapHours }: StaffOperation): Promise<Outcome> {
    const client = this.#surroundings.saved.clients[place];
    if (client === undefined || this.#rolling.has(place)) return 'nothing_to_do';
    this.#rolling.add(place);
    try {
      const path = `/clients/${client.clientId}/live/keys`;
      const listed = await this.#http.asPerson('owner', 'GET', path);
      const keys: Json[] = listed === null ? [] : (parse(listed.text).data ?? []);
      const current = keys.find((key) => key.rolled_to === null && key.revoked_at === null && key.expires_at === null);
      if (current === undefined) return 'nothing_to_do';
      const rolled = await this.#http.asPerson('owner', 'POST', `${path}/${current.id}/roll`, {
        overlap_hours: overlapHours,
      });
      const isLost = rolled === null || rolled.status >= 500;
      if (!isLost && rolled.status !== 200) return 'refused';
      const newKey: string = isLost ? await this.#replaceKey(client) : parse(rolled.text).data.api_key;
      const oldKey = client.apiKey;
      client.apiKey = newKey;
      const endsMs = overlapHours === 0 && !isLost ? Date.now() : null;
      this.#records.add({ is: 'key_roll', client: place, oldKey, newKey, endsMs });
      return isLost ? 'unknown' : 'acknowledged';
    } finally {
      this.#rolling.delete(place);
    }
  }

  async #replaceKey(client: Parameters<Surroundings['createKey']>[0]): Promise<string> {
    for (;;) {
      const key = await this.#surroundings.createKey(client).catch(() => null);
      if (key !== null) return key;
      await sleep(1_000);
    }
  }

  /** One person proposes an end of an open case, another confirms it. */
  async #review({ n, description }: StaffOperation): Promise<Outcome> {
    const listed = await this.#http.asPerson('administrator', 'GET', '/platform/reviews?limit=50');
    const cases: Json[] = listed === null ? [] : (parse(listed.text).data ?? []);
    const open = cases.filter(({ kind, resolved, proposal }) => {
      return [...contradictedKinds, ...unknownEndKinds].includes(kind) && resolved === null && proposal === null;
    });
    const chosen = open[Math.floor(uniform(this.#seed, 'case', n) * open.length)];
    if (chosen === undefined) return 'nothing_to_do';
    const resolution = await this.#endOf(chosen, n);
    if (resolution === null) return 'nothing_to_do';
    const path = `/platform/reviews/${chosen.id}`;
    const body = { resolution, reason: description };
    const proposed = await this.#http.asPerson('administrator', 'POST', `${path}/proposal`, body);
    if (proposed === null) return 'unknown';
    if (proposed.status !== 200) return 'refused';
    const confirmed = await this.#http.asPerson('second', 'POST', `${path}/confirm`, body);
    if (confirmed === null || confirmed.status >= 500) return 'unknown';
    return confirmed.status === 200 ? 'acknowledged' : 'refused';
  }

  async #endOf(one: Json, n: number): Promise<string | null> {
    const fitting: string[] = one.resolutions.map(({ resolution }: { resolution: string }) => resolution);
    if (contradictedKinds.includes(one.kind)) {
      const ends = fitting.filter((end) => chosenEnds.includes(end));
      return ends[Math.floor(uniform(this.#seed, 'end', n) * ends.length)] ?? null;
    }
    if (!unknownEndKinds.includes(one.kind) || one.transaction.status !== 'processing') return null;
    const truth = await this.#truthAbout(one.transaction);
    return truth !== null && fitting.includes(truth) ? truth : null;
  }

  /** What the operator's own books say, as a person learns it by telephone; null while it may still change. */
  async #truthAbout(transaction: Json): Promise<'completed' | 'failed' | null> {
    const { provider, external_reference: reference } = transaction;
    const operator = provider === 'MTN' ? this.#surroundings.operators.mtn : this.#surroundings.operators.airtel;
    const payment = await operator
      .admin<{ state: string; paid: boolean }>('GET', `/_books/${encodeURIComponent(reference)}`)
      .catch(() => null);
    if (payment === null || ['PENDING', 'TIP', 'TA'].includes(payment.state)) return null;
    return payment.paid ? 'completed' : 'failed';
  }

  /** Sends until there is an answer that is not a failure of the service. */
  async #untilFinal(person: PersonName, path: string, body: object, key?: string): Promise<Answer | null> {
    return await this.#http.untilFinal(() => this.#http.asPerson(person, 'POST', path, body, key));
  }

  #clientId(client: number): number {
    return this.#surroundings.saved.clients[client]?.clientId ?? 0;
  }
}
