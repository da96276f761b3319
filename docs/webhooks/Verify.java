// A receiver of webhooks for Java 17 or newer, without dependencies:
//   WEBHOOK_SECRET=whsec_… PORT=3000 java Verify.java
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
    static final String SECRET = Optional.ofNullable(System.getenv("WEBHOOK_SECRET")).orElse("");
    static final int TOLERANCE_SECONDS = 300;
    static final int BODY_BYTES_MAX = 1_048_576;

    /** X-Service-Signature: over the raw body, keyed with the whole secret. While a secret is rolled the new one is in -New. */
    static boolean verifyServiceSignature(byte[] rawBody, Headers headers) throws GeneralSecurityException {
        if (!isRecent(headers.getFirst("X-Service-Timestamp"))) return false;
        byte[] key = SECRET.getBytes(StandardCharsets.UTF_8);
        String expected = "sha256=" + HexFormat.of().formatHex(sign(key, rawBody));
        return isSame(headers.getFirst("X-Service-Signature"), expected)
            || isSame(headers.getFirst("X-Service-Signature-New"), expected);
    }

    /** webhook-signature: over id, time and raw body, keyed with the decoded secret. While a secret is rolled it holds two. */
    static boolean verifyStandardSignature(byte[] rawBody, Headers headers) throws GeneralSecurityException {
        String timestamp = headers.getFirst("webhook-timestamp");
        String signatures = headers.getFirst("webhook-signature");
        if (signatures == null || !isRecent(timestamp)) return false;
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.writeBytes((headers.getFirst("webhook-id") + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        signed.writeBytes(rawBody);
        byte[] key = Base64.getDecoder().decode(SECRET.substring("whsec_".length()));
        String expected = "v1," + Base64.getEncoder().encodeToString(sign(key, signed.toByteArray()));
        for (String given : signatures.split(" ")) {
            if (isSame(given, expected)) return true;
        }
        return false;
    }

    static byte[] sign(byte[] key, byte[] message) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(message);
    }

    static boolean isRecent(String timestamp) {
        if (timestamp == null || !timestamp.matches("[0-9]{1,12}")) return false;
        return Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) <= TOLERANCE_SECONDS;
    }

    /** Compares in constant time: how long it takes does not tell how much of a guess was right. */
    static boolean isSame(String given, String expected) {
        if (given == null) return false;
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }

    // In production: a column with a unique index, written in the database transaction of what you do about the event.
    static final Set<String> handledIds = new HashSet<>();

    /** Put the work in a queue of yours and return; the answer should leave within a second. */
    static void handle(String id, String event) {
        System.out.println(id + " " + event);
    }

    // Java brings no JSON parser. Take the id with yours (Jackson, Gson, …); this is only to do without one here.
    static final Pattern eventId = Pattern.compile("^\\{\"id\":\"(evt_[0-9_]+)\"");

    static synchronized String handleOnce(byte[] rawBody) {
        String event = new String(rawBody, StandardCharsets.UTF_8);
        Matcher found = eventId.matcher(event);
        if (!found.find()) throw new IllegalArgumentException("the event has no id");
        String id = found.group(1);
        if (handledIds.contains(id)) return "seen before";
        handle(id, event);
        handledIds.add(id);
        return "handled";
    }

    static void receive(HttpExchange exchange) throws IOException {
        try {
            byte[] rawBody = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
            if (rawBody.length > BODY_BYTES_MAX) {
                answer(exchange, 413, "too large");
                return;
            }
            Headers headers = exchange.getRequestHeaders();
            // One of the two is enough: keep the one that you use.
            boolean isOurs = exchange.getRequestURI().getPath().equals("/standard")
                ? verifyStandardSignature(rawBody, headers)
                : verifyServiceSignature(rawBody, headers);
            if (!isOurs) {
                answer(exchange, 400, "signature refused");
                return;
            }
            answer(exchange, 200, handleOnce(rawBody));
        } catch (GeneralSecurityException | RuntimeException error) {
            error.printStackTrace();
            answer(exchange, 500, "failed, please send it again");
        }
    }

    static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    public static void main(String[] arguments) throws IOException {
        if (!SECRET.startsWith("whsec_")) {
            throw new IllegalStateException("Set WEBHOOK_SECRET to the secret that creating the webhook returned.");
        }
        int port = Integer.parseInt(Optional.ofNullable(System.getenv("PORT")).orElse("3000"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", Verify::receive);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
    }
}
