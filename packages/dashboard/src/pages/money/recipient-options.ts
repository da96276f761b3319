import type {
  RecentRecipientObject,
  SavedRecipientObject,
} from '../../../../../src/http/dashboard/schemas/recipients.ts';
import { phoneText } from '../../components/phone-text.ts';

/** A recipient that can be chosen: its phone is the value. */
export interface RecipientOption {
  readonly value: string;
  readonly label: string;
}

export interface RecipientGroup {
  readonly group: string;
  readonly items: RecipientOption[];
}

/** The saved recipients, and those of the last payments that are not saved. A group without any is left out. */
export function recipientGroups(
  saved: readonly SavedRecipientObject[],
  recent: readonly RecentRecipientObject[],
): RecipientGroup[] {
  const unsaved = recent.filter(({ phone }) => !saved.some((one) => one.phone === phone));
  return [
    { group: 'Saved', items: saved.map(optionOf) },
    { group: 'Recent', items: unsaved.map(optionOf) },
  ].filter(({ items }) => items.length > 0);
}

function optionOf({ phone, name }: Pick<RecentRecipientObject, 'phone' | 'name'>): RecipientOption {
  return { value: phone, label: name === null ? phoneText(phone) : `${name}, ${phoneText(phone)}` };
}

/** Whether a recipient is one of those searched for, by a part of the name or by digits of the phone in any form. */
export function isSearchedFor({ value, label }: RecipientOption, search: string): boolean {
  const text = search.trim().toLowerCase();
  if (label.toLowerCase().includes(text)) return true;
  const digits = text.replace(/[\s()+-]/g, '').replace(/^0/, '');
  return /^\d+$/.test(digits) && value.includes(digits);
}
