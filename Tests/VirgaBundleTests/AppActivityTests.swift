import Foundation
import Testing
import VirgaBundle
import VirgaSDK
import VirgaTestSupport

@Suite("The activity of an app", .timeLimit(.minutes(20)))
struct AppActivityTests {
  @Test("makes a client fetch recipes, until the observer is removed")
  func fetching() async throws {
    let server = try LocalServer(["/recipes.json": .init(body: Sample.recipeText("menu"))])
    let url = try #require(URL(string: server.url("/recipes.json")))
    var configuration = FeatureClient.Configuration(recipeSource: URLRecipeSource(url))
    configuration.fetchPolicy = .init(whenActive: true)
    let client = FeatureClient(configuration)
    let token = client.followAppActivity()
    #expect(server.requests.isEmpty)
    becomeActive()
    while client.saved.pending == nil { await Task.yield() }
    #expect(server.requests.count == 1)
    token.cancel()
    becomeActive()
    #expect(server.requests.count == 1)
  }

  /// Posts what UIKit posts when an app becomes active.
  private func becomeActive() {
    let name = Notification.Name(rawValue: "UIApplicationDidBecomeActiveNotification")
    NotificationCenter.default.post(name: name, object: nil)
  }
}
