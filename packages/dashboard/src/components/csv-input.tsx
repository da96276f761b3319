import { FileInput, type FileInputProps } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';

/** A field for a CSV file or an Excel workbook, which can be corrected and chosen again. */
export function CsvInput(props: FileInputProps) {
  return (
    <FileInput
      placeholder="Choose a file"
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the file' }}
      // A browser says nothing when the file that it holds already is chosen.
      fileInputProps={{
        onClick: ({ currentTarget }) => {
          currentTarget.value = '';
        },
      }}
      {...props}
    />
  );
}
