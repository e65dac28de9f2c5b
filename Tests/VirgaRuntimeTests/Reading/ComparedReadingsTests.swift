import Testing
import VirgaConsole
import VirgaSource

@testable import VirgaRuntime

@Suite("Manifests to compare with")
struct ComparedReadingsTests {
  @Test("a manifest requested again while being read is read once more") func twice() {
    var readings = ComparedReadings()
    let begun = [readings.begin("a", file: "/a"), readings.begin("a", file: "/a")]
    #expect(begun == [true, false])
    #expect(readings.isReading)
    let mustReadAgain = readings.end("a", files: ["/a", "/b"])
    #expect(mustReadAgain && !readings.isReading)
    let again = (readings.begin("a", file: "/a"), readings.end("a"))
    #expect(again == (true, false))
  }

  @Test("all files are watched, and a changed file names the manifests that use it") func files() {
    var readings = ComparedReadings()
    for (name, file) in [("a", "/a"), ("web", nil)] {
      _ = readings.begin(name, file: file)
      _ = readings.end(name, files: ["/shared"])
    }
    #expect(readings.files == ["/a", "/shared"])
    #expect(readings.names(using: ["/a"]) == ["a"])
    #expect(readings.names(using: ["/shared", "/else"]) == ["a", "web"])
  }

  @Test("a manifest that cannot be read is named once", arguments: ["folder/a.fml.yaml: No such file", "it is empty"])
  func unread(words: String) {
    let message = words.contains("a.fml.yaml") ? words : "a.fml.yaml: \(words)"
    #expect(StatusMessage.unread("a.fml.yaml", Problem(.error, "unreadable", words)) == .failure(message))
  }

  @Test("canceling drops reads in progress, not what was read") func cancelling() {
    var readings = ComparedReadings()
    for _ in 1...2 { _ = readings.begin("a", file: "/a") }
    readings.cancelAll()
    #expect(!readings.isReading && readings.names == ["a"])
    let again = (readings.begin("a", file: "/a"), readings.end("a"))
    #expect(again == (true, false))
  }
}
