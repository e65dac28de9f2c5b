// Generates the Kotlin of an app's features before it is compiled: a part of app/build.gradle.kts.
val generateFeatures = tasks.register<Exec>("generateFeatures") {
    inputs.files(fileTree(projectDir) { include("*.fml.yaml", "features/**/*.yaml") })
    outputs.dir("build/generated/features")
    commandLine(
        "virga", "fml", "generate", "nimbus.fml.yaml", "build/generated/features/",
        "--channel", "release", "--language", "kotlin",
    )
}

android.sourceSets["main"].kotlin.srcDir("build/generated/features")
tasks.named("preBuild") { dependsOn(generateFeatures) }
