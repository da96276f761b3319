/** Puts the text on the clipboard; false when the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages served without TLS have no clipboard of their own, only the old command.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside an open dialog, which takes the focus back from whatever is outside it.
  const place = document.querySelector('[role="dialog"]') ?? document.body;
  place.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
