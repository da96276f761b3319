// A receiver of webhooks for Go 1.18 or newer, without dependencies:
//
//	WEBHOOK_SECRET=whsec_… PORT=3000 go run verify.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	toleranceSeconds = 300
	bodyBytesMax     = 1 << 20
)

var secret = os.Getenv("WEBHOOK_SECRET")

// VerifyServiceSignature checks X-Service-Signature: over the raw body, keyed with the whole secret. While a secret is
// rolled the new one is in -New.
func VerifyServiceSignature(rawBody []byte, headers http.Header) bool {
	if !isRecent(headers.Get("X-Service-Timestamp")) {
		return false
	}
	expected := "sha256=" + hex.EncodeToString(sign([]byte(secret), rawBody))
	return isSame(headers.Get("X-Service-Signature"), expected) ||
		isSame(headers.Get("X-Service-Signature-New"), expected)
}

// VerifyStandardSignature checks webhook-signature: over id, time and raw body, keyed with the decoded secret. While a
// secret is rolled it holds two.
func VerifyStandardSignature(rawBody []byte, headers http.Header) bool {
	timestamp := headers.Get("webhook-timestamp")
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || !isRecent(timestamp) {
		return false
	}
	signed := append([]byte(headers.Get("webhook-id")+"."+timestamp+"."), rawBody...)
	expected := "v1," + base64.StdEncoding.EncodeToString(sign(key, signed))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if isSame(given, expected) {
			return true
		}
	}
	return false
}

func sign(key, message []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	return mac.Sum(nil)
}

var seconds = regexp.MustCompile(`^[0-9]{1,12}$`)

func isRecent(timestamp string) bool {
	if !seconds.MatchString(timestamp) {
		return false
	}
	at, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - at
	return err == nil && age <= toleranceSeconds && age >= -toleranceSeconds
}

// isSame compares in constant time: how long it takes does not tell how much of a guess was right.
func isSame(given, expected string) bool {
	return hmac.Equal([]byte(given), []byte(expected))
}

type event struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Data struct {
		Reference string `json:"reference"`
		Status    string `json:"status"`
	} `json:"data"`
}

// handle: put the work in a queue of yours and return; the answer should leave within a second.
func handle(e event) error {
	fmt.Println(e.ID, e.Type, e.Data.Reference, e.Data.Status)
	return nil
}

// In production: a column with a unique index, written in the database transaction of what you do about the event.
var (
	oneAtATime sync.Mutex
	handledIDs = map[string]bool{}
)

func receive(response http.ResponseWriter, request *http.Request) {
	rawBody, err := io.ReadAll(http.MaxBytesReader(response, request.Body, bodyBytesMax))
	if err != nil {
		http.Error(response, "too large or cut off", http.StatusRequestEntityTooLarge)
		return
	}
	// One of the two is enough: keep the one that you use.
	verify := VerifyServiceSignature
	if request.URL.Path == "/standard" {
		verify = VerifyStandardSignature
	}
	if !verify(rawBody, request.Header) {
		http.Error(response, "signature refused", http.StatusBadRequest)
		return
	}
	var e event
	if err = json.Unmarshal(rawBody, &e); err == nil && e.ID == "" {
		err = errors.New("the event has no id")
	}
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	if err == nil && handledIDs[e.ID] {
		fmt.Fprintln(response, "seen before")
		return
	}
	if err == nil {
		err = handle(e)
	}
	if err != nil {
		log.Print(err)
		http.Error(response, "failed, please send it again", http.StatusInternalServerError)
		return
	}
	handledIDs[e.ID] = true
	fmt.Fprintln(response, "handled")
}

func main() {
	if !strings.HasPrefix(secret, "whsec_") {
		log.Fatal("Set WEBHOOK_SECRET to the secret that creating the webhook returned.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	server := &http.Server{
		Addr:        "127.0.0.1:" + port,
		Handler:     http.HandlerFunc(receive),
		ReadTimeout: 10 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
