<?php

declare(strict_types=1);

namespace Nsimbi;

/** The forms of a statement as a file. */
enum StatementFileFormat: string
{
    case Csv = 'csv';
    case Pdf = 'pdf';
    /** A workbook of Excel. */
    case Xlsx = 'xlsx';
    /** ISO 20022, which accounting programs and banks read. */
    case Camt053 = 'camt053';

    /** The media type of its bytes. */
    public function contentType(): string
    {
        return match ($this) {
            self::Csv => 'text/csv',
            self::Pdf => 'application/pdf',
            self::Xlsx => 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
            self::Camt053 => 'application/xml',
        };
    }
}
