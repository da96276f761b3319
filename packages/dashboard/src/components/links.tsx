import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Rest<Props> = Omit<ComponentPropsWithRef<'a'>, keyof Props | 'style' | 'color'> & Props;

function ButtonAnchor(props: Rest<ButtonProps>) {
  return <Button component="a" {...props} />;
}

/** A link of the dashboard that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

function TextAnchor(props: Rest<AnchorProps>) {
  // Underlined, because a colour alone tells not everybody where a link is.
  return <Anchor underline="always" {...props} />;
}

/** A link of the dashboard in text. */
export const TextLink = createLink(TextAnchor);
