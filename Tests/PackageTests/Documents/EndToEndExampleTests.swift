import Testing
import VirgaTestSupport

@Suite("The example of an app")
struct EndToEndExampleTests {
  private static let folder = "\(Repository.root)/.examples/app"

  @Test(
    "compiles as a debug build, which follows the console, and as a release build",
    arguments: Compiler.Mode.all)
  func builds(_ mode: Compiler.Mode) async throws {
    let file = "\(Self.folder)/Sources/CirrusApp/main.swift"
    for conditions in [[], ["DEBUG"]] {
      let compilation = try await Compiler.check([file], conditions: conditions, mode: mode)
      #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
    }
  }

  @Test("depends only on products that exist")
  func manifest() async throws {
    let text = try #require(GoldenText.read("\(Self.folder)/Package.swift"))
    let products = try await PackageDescription.read().products.map(\.name)
    let used = try await AppManifest.read(text).products
    #expect(used.contains("VirgaLive"))
    #expect(Set(used).subtracting(products) == [])
  }
}
