import { CopyButton } from './copy-button.tsx';
import { type JsonPart, jsonParts } from './json-parts.ts';
import classes from './json-view.module.css';

/** Formatted JSON, or a text that is none as it is. `label` names it for a screen reader: "The request's body". */
export function JsonView({
  value,
  label,
  maxHeight = 420,
}: {
  readonly value: unknown;
  readonly label: string;
  readonly maxHeight?: number;
}) {
  const text = textOf(value);
  return (
    <div className={classes.view}>
      <div className={classes.copy}>
        <CopyButton text={text} label="Copy" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section className={classes.scroll} style={{ maxHeight }} tabIndex={0} aria-label={label}>
        <pre className={classes.text}>
          {jsonParts(text).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
            <Part key={index} part={part} />
          ))}
        </pre>
      </section>
    </div>
  );
}

function Part({ part }: { readonly part: JsonPart }) {
  return part.kind === 'plain' ? part.text : <span data-kind={part.kind}>{part.text}</span>;
}

/** A text that holds JSON is formatted too, because bodies are kept as they were sent. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
