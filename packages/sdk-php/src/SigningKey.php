<?php

declare(strict_types=1);

namespace Nsimbi;

/** A key pair of which the API key has the public key. Every request of such an API key must be signed. */
final readonly class SigningKey
{
    /** What an Ed25519 private key begins with in PKCS #8 (RFC 8410 section 7); 32 bytes follow. */
    private const PKCS8_BEGIN = "\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20";
    private const PEM = '/^\s*-----BEGIN PRIVATE KEY-----\s*([A-Za-z0-9+\/=\s]+)-----END PRIVATE KEY-----\s*$/D';

    /** @var \Closure(string): string */
    private \Closure $sign;

    /**
     * @param string $keyId the fingerprint of the public key, as the service shows it
     * @param callable(string): string $sign gives the Ed25519 signature, 64 bytes, of a message, for a private key that is kept elsewhere
     *
     * @throws \InvalidArgumentException when the fingerprint cannot be right
     */
    public function __construct(public string $keyId, callable $sign)
    {
        if (preg_match('/^[0-9a-f]{32}$/D', $keyId) !== 1) {
            throw new \InvalidArgumentException('keyId must be the fingerprint of the public key, 32 hexadecimal digits.');
        }
        $this->sign = $sign(...);
    }

    /**
     * From an Ed25519 private key in PEM (PKCS #8), as `openssl genpkey -algorithm ed25519` writes it.
     *
     * @throws \InvalidArgumentException when it is no such key
     */
    public static function fromPem(string $keyId, #[\SensitiveParameter] string $privateKey): self
    {
        $der = preg_match(self::PEM, $privateKey, $found) === 1 ? base64_decode($found[1], true) : false;
        if ($der === false || strlen($der) !== strlen(self::PKCS8_BEGIN) + 32 || !str_starts_with($der, self::PKCS8_BEGIN)) {
            throw new \InvalidArgumentException('privateKey must be an Ed25519 private key in PEM, without a password.');
        }
        $secret = sodium_crypto_sign_secretkey(sodium_crypto_sign_seed_keypair(substr($der, strlen(self::PKCS8_BEGIN))));

        return new self($keyId, static fn (string $message): string => sodium_crypto_sign_detached($message, $secret));
    }

    /**
     * The Ed25519 signature of a message, 64 bytes.
     *
     * @throws \UnexpectedValueException when the function of the key gives something else
     */
    public function sign(string $message): string
    {
        $signature = ($this->sign)($message);
        if (!is_string($signature) || strlen($signature) !== \SODIUM_CRYPTO_SIGN_BYTES) {
            throw new \UnexpectedValueException('sign must give the 64 bytes of an Ed25519 signature.');
        }

        return $signature;
    }

    /** @return array<string, mixed> what var_dump and print_r may show, which is not the private key */
    public function __debugInfo(): array
    {
        return ['keyId' => $this->keyId];
    }
}
