import Testing
import VirgaTestSupport

@Suite("virga fml validate, channel by channel")
struct FMLValidateCommandTests {
  private func verdicts(_ channels: [String]) throws -> [String] {
    let place = try Workplace()
    let names = channels.map { "\"\($0)\"" }.joined(separator: ", ")
    place.directory.write(
      "about: {description: d}\nchannels: [\(names)]\nfeatures: {}\n", to: "app.fml.yaml")
    let lines = try place.virga("fml", "validate", "app.fml.yaml").output.split(separator: "\n")
      .map(String.init)
    return lines.filter { $0.hasSuffix(".valid") }.map { $0.replacing("✅ ", with: "") }
  }

  @Test("names shorter than 20 characters are padded to 20, as nimbus-fml does")
  func shortNames() throws {
    #expect(
      try verdicts(["beta", "nineteenCharacters1"]) == [
        "beta................valid", "nineteenCharacters1.valid",
      ])
  }

  @Test("longer names move all verdicts to one column")
  func longNames() throws {
    let name = "seasonalReminderRelease"
    #expect(
      try verdicts(["beta", name, "twentyCharactersLong"]) == [
        "beta......................valid", "\(name)...valid", "twentyCharactersLong......valid",
      ])
  }
}
