import Testing
import VirgaTestSupport

@Suite("virga simulate")
struct SimulateCommandTests {
  @Test("lists reasons only of clients that are not enrolled") func reasons() throws {
    let place = try Workplace()
    place.directory.write(
      "[\(Sample.recipeText("first")), \(Sample.recipeText("second"))]", to: "recipes.json")
    let answer = try place.virga("simulate", "--clients", "10", "--recipes", "recipes.json")
    #expect(answer.output.contains("  enrolled 100.0 %  10 of 10, buckets 100.0 %\n"))
    #expect(!answer.output.contains("Qualified"))
    #expect(answer.output.hasSuffix("  not: FeatureConflict 10\n"))
  }
}
