import Testing

@testable import VirgaRuntime

@Suite("The manifests that a console compares with")
struct ComparedReadingsTests {
  @Test("one that is asked for while it is being read is read once more") func twice() {
    var readings = ComparedReadings()
    let begun = [readings.begin("a", file: "/a"), readings.begin("a", file: "/a")]
    #expect(begun == [true, false])
    #expect(readings.isReading)
    let mustReadAgain = readings.end("a", files: ["/a", "/b"])
    #expect(mustReadAgain && !readings.isReading)
    let again = (readings.begin("a", file: "/a"), readings.end("a"))
    #expect(again == (true, false))
  }

  @Test("the files of all are to be watched, and a change is found in all that use the file") func files() {
    var readings = ComparedReadings()
    for (name, file) in [("a", "/a"), ("web", nil)] {
      _ = readings.begin(name, file: file)
      _ = readings.end(name, files: ["/shared"])
    }
    #expect(readings.files == ["/a", "/shared"])
    #expect(readings.names(using: ["/a"]) == ["a"])
    #expect(readings.names(using: ["/shared", "/else"]) == ["a", "web"])
  }

  @Test("cancelling drops what is being read, not what was read") func cancelling() {
    var readings = ComparedReadings()
    for _ in 1...2 { _ = readings.begin("a", file: "/a") }
    readings.cancelAll()
    #expect(!readings.isReading && readings.names == ["a"])
    let again = (readings.begin("a", file: "/a"), readings.end("a"))
    #expect(again == (true, false))
  }
}
