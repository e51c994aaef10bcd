// Runs SeaweedFS's Kafka gateway without SeaweedFS behind it: its real request handlers, over what it
// keeps in memory for its own tests. Prints HOST:PORT as its first line and ends when its standard
// input does.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/seaweedfs/seaweedfs/weed/mq/kafka/gateway"
)

func main() {
	server := gateway.NewTestServerForUnitTests(gateway.Options{
		Listen:            "127.0.0.1:0",
		DefaultPartitions: 2,
	})
	if err := server.Start(); err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	fmt.Println(server.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}
