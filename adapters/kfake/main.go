// Runs kfake, the fake Kafka cluster of franz-go's tests, as one broker for whoever connects: prints
// HOST:PORT as its first line and ends when its standard input does.
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
)

// Cases wait for session timeouts in real time, so short ones have to be allowed.
const minSessionTimeout = 100 * time.Millisecond

func main() {
	cluster, err := kfake.NewCluster(
		kfake.NumBrokers(1),
		kfake.GroupMinSessionTimeout(minSessionTimeout),
		kfake.WithLogger(kfake.BasicLogger(os.Stderr, kfake.LogLevelWarn)),
	)
	if err != nil {
		log.Fatal(err)
	}
	defer cluster.Close()
	fmt.Println(cluster.ListenAddrs()[0])
	_, _ = io.Copy(io.Discard, os.Stdin)
}
