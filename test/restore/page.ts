export interface Step {
  readonly step: number;
  readonly commands: string;
}

/**
 * The commands of a page of documentation, in their order: its blocks that are marked as `sh`, under the numbered steps of a section.
 * @throws when the section is not there, or has a step without commands.
 */
export function commandsOf(page: string, section: string): readonly Step[] {
  const [, text] = new RegExp(`^## ${section}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(page) ?? [];
  if (text === undefined) throw new Error(`the page has no section ${section}`);
  const steps = [...text.matchAll(/^\*\*(\d+)\. [\s\S]*?(?=^\*\*\d+\. |$(?![\s\S]))/gm)];
  if (steps.length === 0) throw new Error(`the section ${section} has no numbered steps`);
  return steps.map(([whole, number]) => {
    const blocks = [...whole.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands ?? '');
    if (blocks.length === 0) throw new Error(`step ${number} has no commands`);
    return { step: Number(number), commands: blocks.join('') };
  });
}
