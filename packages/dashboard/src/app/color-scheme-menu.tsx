import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes = [
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
  { scheme: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const satisfies readonly { readonly scheme: MantineColorScheme; readonly label: string; readonly icon: unknown }[];

/** Light, dark, or as the system has it. */
export function ColorSchemeMenu() {
  const { colorScheme } = useMantineColorScheme();
  const Icon = (schemes.find(({ scheme }) => scheme === colorScheme) ?? schemes[2]).icon;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Colour scheme">
          <Icon size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ColorSchemeItems />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The choices, for a menu. */
export function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return schemes.map(({ scheme, label, icon: Icon }) => (
    <Menu.Item
      key={scheme}
      leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
      rightSection={scheme === colorScheme ? <IconCheck size={14} aria-label="chosen" /> : null}
      onClick={() => setColorScheme(scheme)}
    >
      {label}
    </Menu.Item>
  ));
}
