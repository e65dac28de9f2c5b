import Testing
import VirgaConsole
import VirgaSource

@testable import VirgaRuntime

@Suite("Manifests being read")
struct ReadingsTests {
  @Test("a manifest requested again while being read is read once more") func twice() {
    var readings = Readings()
    let begun = [readings.begin("a", files: ["/a"]), readings.begin("a", files: ["/a"])]
    #expect(begun == [true, false])
    #expect(readings.isReading)
    readings.setFiles(["/a", "/b"], of: "a")
    let mustReadAgain = readings.end("a")
    #expect(mustReadAgain && !readings.isReading)
    let again = (readings.begin("a", files: ["/a"]), readings.end("a"))
    #expect(again == (true, false))
  }

  private static var threeManifests: Readings {
    var readings = Readings()
    for (name, files) in [(nil, ["/a"]), ("web", []), ("gone", ["/gone"])] as [(String?, [String])]
    {
      _ = readings.begin(name, files: files)
      if name != "gone" { readings.setFiles(files + ["/shared"], of: name) }
      _ = readings.end(name)
    }
    return readings
  }

  @Test("all files are watched") func files() {
    #expect(Self.threeManifests.files == ["/a", "/shared", "/gone"])
  }

  @Test("a changed file names the manifests that use it") func changedFile() {
    let readings = Self.threeManifests
    #expect(readings.names(using: ["/a"]) == [nil])
    #expect(readings.names(using: ["/shared", "/else"]) == [nil, "web"])
  }

  @Test(
    "a manifest that cannot be read is named once",
    arguments: ["folder/a.fml.yaml: No such file", "it is empty"])
  func unread(words: String) {
    let message = words.contains("a.fml.yaml") ? words : "a.fml.yaml: \(words)"
    let problems = Problems([Problem(.error, "unreadable", words)])
    #expect(StatusMessage.unread("a.fml.yaml", problems) == .failure(message))
  }

  @Test("canceling drops reads in progress, not what was read") func cancelling() {
    var readings = Readings()
    for _ in 1...2 { _ = readings.begin("a", files: ["/a"]) }
    readings.cancelAll()
    #expect(!readings.isReading && readings.names() == ["a"])
    let again = (readings.begin("a", files: ["/a"]), readings.end("a"))
    #expect(again == (true, false))
  }
}
