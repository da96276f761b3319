import { Anchor, Title, type TitleOrder } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Block, type Inline, textOf } from '../../../../../../src/http/guides/guide.ts';
import { fillSample, type SampleValues } from '../../../../../../src/http/guides/samples.ts';
import { useStaffContext } from '../../../api/desk.ts';
import { TextLink } from '../../../components/links.tsx';
import { CodeSample } from '../code-sample.tsx';
import classes from './guides.module.css';

interface BlocksProps {
  readonly blocks: readonly Block[];
  /** The title of the section that the first block is in; it names the samples. */
  readonly section: string;
  readonly values: SampleValues;
}

/** Blocks of a guide as elements. */
export function GuideBlocks({ blocks, section, values }: BlocksProps) {
  let current = section;
  return blocks.map((block, index) => {
    if (block.kind === 'heading') current = textOf(block.content);
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a guide never change their places.
    return <GuideBlock key={index} block={block} section={current} values={values} />;
  });
}

function GuideBlock({ block, section, values }: Omit<BlocksProps, 'blocks'> & { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Title order={Math.min(block.level, 6) as TitleOrder} id={block.anchor} className={classes.heading}>
          <Pieces content={block.content} />
        </Title>
      );
    case 'paragraph':
      return (
        <p>
          <Pieces content={block.content} />
        </p>
      );
    case 'sample':
      return <CodeSample label={`${section}, sample`} code={fillSample(block.text, values)} />;
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a guide never change their places.
        <li key={index}>
          <GuideBlocks blocks={item} section={section} values={values} />
        </li>
      ));
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case 'table':
      return <GuideTable block={block} section={section} />;
    case 'quote':
      return (
        <blockquote>
          <GuideBlocks blocks={block.blocks} section={section} values={values} />
        </blockquote>
      );
    case 'details':
      return (
        <details>
          <summary>
            <Pieces content={block.summary} />
          </summary>
          <GuideBlocks blocks={block.blocks} section={textOf(block.summary)} values={values} />
        </details>
      );
  }
}

function GuideTable(props: { readonly block: Extract<Block, { kind: 'table' }>; readonly section: string }) {
  const { heads, rows } = props.block;
  const cells = (row: readonly (readonly Inline[])[], isHead: boolean): ReactNode =>
    row.map((cell, index) => {
      const Cell = isHead && cell.length > 0 ? 'th' : 'td';
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a guide never change their places.
        <Cell key={index}>
          <Pieces content={cell} />
        </Cell>
      );
    });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className={classes.table} tabIndex={0} aria-label={`${props.section}, table`}>
      <table>
        {heads.some((cell) => cell.length > 0) ? (
          <thead>
            <tr>{cells(heads, true)}</tr>
          </thead>
        ) : null}
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a guide never change their places.
            <tr key={index}>{cells(row, false)}</tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Pieces({ content }: { readonly content: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never change their places.
  return content.map((piece, index) => <Piece key={index} piece={piece} />);
}

function Piece({ piece }: { readonly piece: Inline }) {
  const context = useStaffContext();
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'code') return <code>{piece.text}</code>;
  const content = <Pieces content={piece.content} />;
  switch (piece.kind) {
    case 'strong':
      return <strong>{content}</strong>;
    case 'emphasis':
      return <em>{content}</em>;
    case 'guide':
      return (
        <TextLink to={context.page(`/guides/${piece.guide}`)} hash={piece.anchor} inherit>
          {content}
        </TextLink>
      );
    case 'web':
      return (
        <Anchor href={piece.href} underline="always" rel="noreferrer" inherit>
          {content}
        </Anchor>
      );
    case 'file':
      return (
        <>
          {content} (<code>{piece.path}</code>)
        </>
      );
  }
}
